// SPDX-License-Identifier: MIT
// Reads archives by java.util.zip.ZipFile, and prints of every member its name, bytes and CRC-32:
//   java Judge.java ARCHIVE...
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Collections;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

public class Judge {
  private static final PrintStream out =
      new PrintStream(System.out, false, java.nio.charset.StandardCharsets.UTF_8);

  public static void main(String[] paths) {
    for (String path : paths) {
      out.println("> " + path);
      try {
        read(path);
        out.println("= read");
      } catch (IOException problem) {
        out.println("= refused: " + problem.getMessage());
      }
    }
    out.flush();
  }

  private static void read(String path) throws IOException {
    byte[] block = new byte[1 << 16];
    try (ZipFile zip = new ZipFile(path)) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        CRC32 crc = new CRC32();
        long bytes = 0;
        try (InputStream in = zip.getInputStream(entry)) {
          for (int count; (count = in.read(block)) > 0; bytes += count) crc.update(block, 0, count);
        }
        out.printf("%d\t%08x\t%s%n", bytes, crc.getValue(), entry.getName());
      }
    }
  }
}
