// SPDX-License-Identifier: MIT
// Before a file is there: what the page does, shown on the 128 bytes of a real header.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Anatomy } from '../engine';
import { inkOf } from '../plain/anatomy';
import { seen, sizeText } from '../plain/words';
import { sampleNames } from '../state/sample_names';
import { mode, servedFiles, type ServedFile } from '../state/modes';
import { openFault, openFiles, opening, theEngine } from '../state/page';
import { counted } from '../state/work';
import { HeaderBytes } from './header_bytes';
import { later } from './later';

const Message = later(() => import('./message').then((part) => part.Message));

export function EmptyState({ open }: { open: () => void }) {
  return (
    <main class="empty">
      <div>
        {openFault.value !== null ? (
          <Message top fault={openFault.value} />
        ) : (
          <>
            <h1>{mode === 'remote' ? 'Open a .npy or .npz by its address' : 'Drop a .npy or .npz'}</h1>
            <p class="lead">{opening.value ? `Opening ${seen(opening.value)}` : 'See what it holds, whatever its size. Two files together are compared.'}</p>
          </>
        )}
        {mode === 'remote' && <Address />}
        {mode === 'served' && servedFiles.value.length > 0 && <Served list={servedFiles.value} />}
        <div class="row">
          <button class={`button${mode === 'remote' ? '' : ' first'}`} id="open" onClick={open}>
            Open
          </button>
          {mode === 'site' && <a href="remote.html">Open a URL</a>}
          <span class="quiet" style={{ marginLeft: '8px' }}>or look at</span>
          {sampleNames.map(({ label, name }) => (
            <button key={name} class="button" onClick={() => void counted(openSample(name))}>
              {label}
            </button>
          ))}
        </div>
        <p class="quiet" style={{ marginTop: '12px' }}>
          {mode === 'remote' ? 'Nothing is uploaded. The page asks that server only for the bytes on screen.' : 'Nothing is uploaded. Only the bytes on screen are read.'}
        </p>
        <LiveHeader />
      </div>
    </main>
  );
}

async function openSample(name: string): Promise<void> {
  const { sampleBlob } = await import('../state/samples');
  await openFiles([{ from: sampleBlob(name), name }]);
}

function Address() {
  const address = useSignal('');
  return (
    <form
      class="row"
      style={{ marginBottom: '16px' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (address.value) location.hash = `src=${encodeURIComponent(address.value)}`;
      }}
    >
      <input class="field" style={{ flex: '1' }} type="url" required placeholder="https://" aria-label="Address of the file" value={address.value} onInput={(event) => (address.value = event.currentTarget.value)} />
      <button class="button first">Open the address</button>
    </form>
  );
}

function Served({ list }: { list: ServedFile[] }) {
  return (
    <ul style={{ marginBottom: '16px' }}>
      {list.map((file) => (
        <li key={file.id} style={{ borderTop: '1px solid var(--line)', display: 'flex', alignItems: 'center', gap: '12px' }}>
          <button style={{ flex: '1', padding: '4px 0' }} disabled={file.bytes === null} onClick={() => void openFiles([{ from: file.url, name: file.path }])}>
            {seen(file.name)}
          </button>
          <span class="quiet">{file.bytes === null ? seen(file.error ?? 'gone') : sizeText(file.bytes)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The header of the first sample, explorable by pointer and by arrow keys. */
function LiveHeader() {
  const anatomy = useSignal<Anatomy | null>(null);
  const lit = useSignal(-1);
  useEffect(() => {
    let file = -1;
    void counted(Promise.all([theEngine(), import('../state/samples')])
      .then(async ([engine, { sampleBlob }]) => {
        const { name } = sampleNames[0]!;
        const opened = await engine.open(sampleBlob(name), name, { why: 'sample' });
        file = opened.file;
        anatomy.value = await engine.anatomy(file, -1, { why: 'sample' });
        await engine.close(file);
      })
      .catch(() => undefined));
  }, []);
  const spans = anatomy.value?.spans ?? [];
  const span = spans[lit.value];
  const step = (by: number) => {
    let at = lit.value;
    do at = Math.max(0, Math.min(spans.length - 1, at + by));
    while (spans[at]?.kind === 'syntax' && at > 0 && at < spans.length - 1);
    lit.value = at;
  };
  return (
    <section class="sample" aria-label="A header, byte by byte">
      <p class="quiet" style={{ marginBottom: '8px' }}>
        128 bytes at the start of a file say everything. Point at them, or press the arrow keys.
      </p>
      <div
        style={{ minHeight: '204px' }}
        tabIndex={0}
        role="group"
        aria-label="Bytes of a header; arrow keys read field by field"
        onPointerLeave={() => (lit.value = -1)}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0;
          if (!by) return;
          event.preventDefault();
          step(by);
        }}
      >
        {anatomy.value && <HeaderBytes anatomy={anatomy.value} lit={lit.value} light={(at) => (lit.value = at)} per={innerWidth <= 640 ? 8 : 16} />}
      </div>
      <p class={`meaning-box ${span ? `of-${inkOf(span.kind)}` : 'quiet'}`} aria-live="polite">
        {span ? (
          <>
            <strong>{span.kind}</strong>
            {` · byte ${span.offset}${span.bytes > 1 ? ` to ${span.offset + span.bytes - 1}` : ''}`}
            <br />
            {seen(span.meaning)}
          </>
        ) : (
          'Each colour is a field: what it says, and the rule behind it, stand here.'
        )}
      </p>
    </section>
  );
}
