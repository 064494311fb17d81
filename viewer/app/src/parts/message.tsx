// SPDX-License-Identifier: MIT
// An error as help: what happened, where (with the bytes around it), what still works, what to do.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { NopyError, SourceError, type EngineError } from '../engine';
import { countOf, grouped, seen, sizeText } from '../plain/words';
import { copyText } from '../state/actions';
import type { OpenFile } from '../state/open_file';
import { theEngine } from '../state/page';

const sentence = (text: string) => {
  const said = seen(text);
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}${/[.!?]$/.test(said) ? '' : '.'}`;
};

/** What stands between backticks as code. */
const withCode = (text: string) => text.split('`').map((part, i) => (i % 2 ? <code class="data" key={i}>{part}</code> : part));

interface Props {
  fault: unknown;
  file?: OpenFile | undefined;
  /** Where the subject's offsets start in the file; null where its bytes are deflated. */
  base?: number | null;
  /** Whether it is the page's only heading. */
  top?: boolean;
  children?: preact.ComponentChildren;
}

export function Message({ fault, file, base = 0, top = false, children }: Props) {
  const Heading = top ? 'h1' : 'h2';
  if (fault instanceof NopyError) return <Explained error={fault.info} file={file} base={base} Heading={Heading}>{children}</Explained>;
  if (fault instanceof SourceError) return <SourceMessage fault={fault} Heading={Heading}>{children}</SourceMessage>;
  if (fault instanceof DOMException && (fault.name === 'NotReadableError' || fault.name === 'NotFoundError'))
    return <SourceMessage fault={new SourceError('changed', fault.message)} Heading={Heading}>{children}</SourceMessage>;
  if (isEngineError(fault)) return <Explained error={fault} file={file} base={base} Heading={Heading}>{children}</Explained>;
  return (
    <section class="message" role="alert">
      <Heading class="what">{sentence(fault instanceof Error ? fault.message : String(fault))}</Heading>
      {children}
    </section>
  );
}

export const isEngineError = (fault: unknown): fault is EngineError =>
  typeof fault === 'object' && fault !== null && 'summary' in fault && 'id' in fault;

interface Inner {
  Heading: 'h1' | 'h2';
  children?: preact.ComponentChildren;
}

function Explained({ error, file, base, Heading, children }: Inner & { error: EngineError; file?: OpenFile | undefined; base: number | null }) {
  const { found, expected, hint, offset } = error;
  return (
    <section class="message" role="alert">
      <Heading class="what">{sentence(error.summary)}</Heading>
      {(found || expected || offset !== null) && (
        <p>
          {offset !== null && `At byte ${grouped(offset)}`}
          {offset !== null && file && ` of ${grouped(file.bytes)}`}
          {offset !== null && (found || expected) && ': '}
          {found && <>found <span class="data">{seen(found)}</span></>}
          {found && expected && ', '}
          {expected && <>expected <span class="data">{seen(expected)}</span></>}
          {'.'}
        </p>
      )}
      {file && offset !== null && base !== null && <BytesAround file={file} offset={base + offset} />}
      {children}
      {hint && <p class="quiet">{withCode(sentence(hint))}</p>}
      {error.id && <p class="faint">{`Kind of error: ${error.id}`}</p>}
    </section>
  );
}

/** Two rows of bytes before the place and two behind it. */
function BytesAround({ file, offset }: { file: OpenFile; offset: number }) {
  const bytes = useSignal<Uint8Array | null>(null);
  const from = Math.max(0, Math.floor(Math.min(offset, file.bytes) / 16) * 16 - 16);
  useEffect(() => {
    bytes.value = null;
    void theEngine()
      .then((engine) => engine.fileBytes(file.opened.file, from, Math.max(0, Math.min(48, file.bytes - from)), { why: 'bytes around the error' }))
      .then((read) => (bytes.value = read))
      .catch(() => undefined);
  }, [file, from]);
  if (!file.bytes) return null;
  const rows = [];
  const read = bytes.value ?? new Uint8Array();
  for (let row = 0; row < Math.max(48, 16); row += 16) {
    if (row > 0 && from + row >= file.bytes) break;
    const cells = [];
    let ascii = '';
    for (let i = row; i < row + 16; i += 1) {
      const byte = read[i];
      const text = byte === undefined ? (from + i >= file.bytes ? '  ' : '..') : byte.toString(16).padStart(2, '0');
      cells.push(from + i === offset ? <mark key={i}>{text === '  ' ? '^^' : text}</mark> : text, i % 16 === 7 ? '  ' : ' ');
      ascii += byte === undefined ? ' ' : byte > 31 && byte < 127 ? String.fromCharCode(byte) : '·';
    }
    rows.push(<div key={row}>{String(from + row).padStart(8)}{'  '}{cells} {ascii}</div>);
  }
  return <div class="around data" tabIndex={0} role="group" aria-label={`Bytes around ${offset}`}>{rows}</div>;
}

function SourceMessage({ fault, Heading, children }: Inner & { fault: SourceError }) {
  const size = fault.size === null ? '' : ` (${sizeText(fault.size)})`;
  const [what, help] = {
    unreachable: ['This address cannot be read', 'The server did not answer, or it does not allow other pages to read from it (CORS). Download the file and open it here instead'],
    status: [`The server answered ${fault.status}`, 'Look at the address; it may need a login that this page does not have'],
    'no ranges': [`This server sends whole files only${size}`, 'Download the file and open it here: then only the bytes on screen are read'],
    'wrong range': ['The server sent other bytes than were asked for', 'Nothing of them is shown. Download the file and open it here instead'],
    encoded: ['The server sends this file compressed on the way', 'Parts of it cannot be asked for. Download the file and open it here'],
    changed: ['The file changed', 'What was shown belongs to the older file. Open it again'],
    short: ['The file became shorter while it was read', 'Open it again'],
  }[fault.kind];
  return (
    <section class="message" role="alert">
      <Heading class="what">{`${what}.`}</Heading>
      <p>{`${help}.`}</p>
      {children}
    </section>
  );
}

/** The page of a file that could not be opened as an array or an archive. */
export function DamagedFile({ file }: { file: OpenFile }) {
  const { opened } = file;
  if (!('error' in opened)) return null;
  const { salvaged } = file;
  const whole = salvaged.filter((one) => one.whole);
  return (
    <Message top fault={opened.error} file={file}>
      {salvaged.length > 0 && (
        <div>
          <p>{`${grouped(whole.length)} of ${countOf(salvaged.length, 'member')} found by their own headers ${whole.length === 1 ? 'is' : 'are'} whole:`}</p>
          <table class="plain" style={{ marginTop: '8px' }}>
            <tbody>
              {salvaged.slice(0, 200).map((one) => (
                <tr key={one.offset}>
                  <th scope="row">{seen(one.name)}</th>
                  <td>{`from byte ${grouped(one.offset)}`}</td>
                  <td>{one.compressedBytes === null ? '' : sizeText(one.compressedBytes)}</td>
                  <td class={one.whole ? '' : 'what'}>{one.whole ? 'whole' : 'cut'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {opened.kind === 'damaged npy' && <p>What could be read of the header stands in the panel Header, with the byte where reading stopped.</p>}
      {(opened.kind === 'unknown' || opened.kind === 'empty') && <p>The bytes around the place stand above; nothing else of the file was read.</p>}
      <div class="row">
        <button class="button" onClick={() => void copyText(opened.error.message, 'the message')}>
          Copy the message
        </button>
      </div>
    </Message>
  );
}
