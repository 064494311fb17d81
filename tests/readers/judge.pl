# SPDX-License-Identifier: MIT
# Reads archives by Perl's Archive::Zip, and prints of every member its name, bytes and CRC-32.    perl judge.pl ARCHIVE...
use strict;
use warnings;
use Archive::Zip qw(:ERROR_CODES);
my $problem = '';

# In pieces: zlib counts the bytes of one call in 32 bits.
sub crc32_of {
  my ($bytes, $crc, $piece) = (shift, 0, 1 << 24);
  for (my $at = 0; $at < length($$bytes); $at += $piece) { $crc = Archive::Zip::computeCRC32(substr($$bytes, $at, $piece), $crc); }
  return $crc;
}

Archive::Zip::setErrorHandler(sub { $problem = (split /\n/, shift)[0] });
for my $path (@ARGV) {
  print "> $path\n";
  my $zip = Archive::Zip->new();
  my $read = $zip->read($path) == AZ_OK;
  for my $member ($read ? $zip->members() : ()) {
    my ($bytes, $status) = $member->contents();
    if ($status != AZ_OK) { $read = 0; last; }
    my $name = $member->fileName();
    utf8::encode($name) if utf8::is_utf8($name);
    printf "%d\t%08x\t%s\n", length($bytes), crc32_of(\$bytes), $name;
  }
  print $read ? "= read\n" : "= refused: $problem\n";
  $problem = '';
}
