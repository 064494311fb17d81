// SPDX-License-Identifier: MIT
// The archive map: its bytes to scale, and for each member where it lies and whether it can be mapped.
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Span } from '../engine';
import { grouped, percentText, seen, sizeText } from '../plain/words';
import { archive, current, peekMembers, peeked, selectMember, theEngine } from '../state/page';
import { freshContext, themeChanges, tokenColor, useSize } from './measure';
import { Message } from './message';

const mostMembers = 512;

const inkOfSpan = (kind: string): string => {
  switch (kind) {
    case 'local header':
    case 'name':
    case 'extra field': return 'length';
    case 'data': return 'accent';
    case 'central record': return 'version';
    case 'end record':
    case 'end record 64':
    case 'locator 64': return 'magic';
    case 'gap':
    case 'prefix':
    case 'trailing bytes': return 'error';
    default: return 'text-3';
  }
};

export function MapPanel() {
  const file = archive.value!;
  const spans = useSignal<Span[] | null>(null);
  const fault = useSignal<unknown>(null);
  const lit = useSignal<Span | null>(null);
  const [area, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const count = Math.min(mostMembers, file.members.length);
  useEffect(() => {
    const stop = new AbortController();
    void theEngine()
      .then((engine) => engine.map(file.opened.file, 0, count, { signal: stop.signal, why: 'archive map' }))
      .then((answer) => {
        spans.value = answer;
        // The rail asks for those in sight only; the table below says it of all.
        return peekMembers(file.members.slice(0, count).map((member) => member.index));
      })
      .catch((error: unknown) => !stop.signal.aborted && (fault.value = error));
    return () => stop.abort();
  }, [file]);
  const end = spans.value?.length ? spans.value[spans.value.length - 1]!.offset + spans.value[spans.value.length - 1]!.bytes : file.bytes;
  useLayoutEffect(() => {
    if (!canvas.current || !size.width || !spans.value) return;
    const context = freshContext(canvas.current, size.width, 26);
    for (const span of spans.value) {
      const x = (span.offset / end) * size.width;
      const w = Math.max(span.kind === 'data' ? 0.5 : 1, (span.bytes / end) * size.width - (span.kind === 'data' ? 0.5 : 0));
      context.fillStyle = tokenColor(inkOfSpan(span.kind));
      context.globalAlpha = span === lit.value || !lit.value ? 1 : 0.45;
      context.fillRect(x, span.kind === 'data' ? 0 : 0, w, 26);
    }
  }, [spans.value, size.width, lit.value, themeChanges.value]);
  if (fault.value !== null) return <Message fault={fault.value} file={file} />;
  const under = (event: PointerEvent) => {
    const box = area.current!.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * end;
    lit.value = spans.value?.find((span) => at >= span.offset && at < span.offset + span.bytes) ?? null;
  };
  const overhead = spans.value?.reduce((sum, span) => sum + (span.kind === 'data' ? 0 : span.bytes), 0) ?? 0;
  return (
    <>
      <h2>{`${sizeText(file.bytes)} to scale`}</h2>
      <div ref={area} onPointerMove={under} onPointerLeave={() => (lit.value = null)}>
        <canvas ref={canvas} class="strip" aria-hidden="true" />
      </div>
      <p class="quiet" style={{ minHeight: '60px' }}>
        {lit.value
          ? `${lit.value.kind}, bytes ${grouped(lit.value.offset)} to ${grouped(lit.value.offset + lit.value.bytes - 1)} (${sizeText(lit.value.bytes)}). ${seen(lit.value.meaning)}`
          : spans.value
            ? `Data is green, local headers are blue, the directory is brown, the end record violet. Records take ${sizeText(overhead)}, ${percentText(overhead, end)} of these bytes.${count < file.members.length ? ` The first ${count} members are drawn.` : ''}`
            : 'Reading the local headers.'}
      </p>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">member</th>
            <th scope="col">data at</th>
            <th scope="col">align</th>
            <th scope="col">ratio</th>
            <th scope="col">map</th>
          </tr>
        </thead>
        <tbody>
          {file.members.slice(0, count).map((member) => {
            const peek = peeked.value.get(member.index);
            const array = peek?.array;
            return (
              <tr key={member.index} style={member.index === current.value ? { background: 'var(--accent-soft)' } : undefined}>
                <th scope="row">
                  <button style={{ overflowWrap: 'anywhere', minHeight: '24px' }} onClick={() => void selectMember(member.index)}>
                    {seen(member.key)}
                  </button>
                </th>
                <td>{grouped(array?.fileOffset ?? peek?.dataOffset ?? member.headerOffset)}</td>
                <td>{array?.alignment || ''}</td>
                <td>{member.method === 'stored' ? '1' : (member.bytes / Math.max(1, member.compressedBytes)).toFixed(1)}</td>
                <td class="left" title={array?.mappable}>
                  {array ? array.mappable.replace('yes, aligned', 'yes').replace('yes, ', '').replace('no, ', '') : member.error ? 'damaged' : ''}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
