// SPDX-License-Identifier: MIT
// The answer before the question: what the array is, in one line; below it where it comes from and how it is.
import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { grouped, seen, shapeText, sizeText } from '../plain/words';
import type { ArrayState } from '../state/array_state';
import { copyText } from '../state/actions';
import { litPart, panel } from '../state/page';

interface Part {
  name: string;
  text: string;
  copy: string;
  title: string;
}

function partsOf(state: ArrayState): Part[] {
  const { info } = state.model;
  const words = info.kind === 'record' ? `record of ${info.fields.length} ${info.fields.length === 1 ? 'field' : 'fields'}` : info.words;
  const parts: Part[] = [
    { name: 'descr', text: seen(words), copy: info.descr, title: `${seen(info.words)}\ndescr ${seen(info.descr)}` },
    { name: 'shape', text: shapeText(info.shape), copy: info.shapeText, title: `shape ${info.shapeText}, ${grouped(info.count)} elements` },
  ];
  if (info.shape.length > 1) parts.push({ name: 'fortran_order', text: `${info.order === 'C' ? 'C' : 'Fortran'} order`, copy: info.order, title: info.order === 'C' ? 'Rows lie together: the last index moves fastest' : 'Columns lie together: the first index moves fastest' });
  if (info.kind !== 'object') parts.push({ name: 'bytes', text: sizeText(info.dataBytes), copy: String(info.dataBytes), title: `${grouped(info.dataBytes)} bytes of data` });
  return parts;
}

/** Origin and health in plain words. */
export function healthText(state: ArrayState): string[] {
  const { info, member, note } = state.model;
  if (note) return [note];
  const said = [`NumPy ${info.version} header`];
  if (member?.method === 'deflated') said.push(`deflated ${(member.bytes / Math.max(1, member.compressedBytes)).toFixed(1)}×`);
  if (info.alignment > 0) said.push(info.alignment >= 16 ? `aligned to ${info.alignment >= 4096 ? 4096 : info.alignment}` : 'not aligned');
  if (info.mappable.startsWith('yes')) said.push('can be mapped');
  else said.push(`cannot be mapped (${info.mappable.replace(/^no, /, '')})`);
  if (member) said.push('checksum not checked');
  if (info.paddingBytes) said.push(`${info.paddingBytes} bytes of padding an item`);
  return said;
}

export function AnswerLine({ state }: { state: ArrayState }) {
  const copied = useSignal<string | null>(null);
  const { findings } = state.model.info;
  const take = (part: Part) => {
    void copyText(part.copy, part.name);
    copied.value = part.name;
    setTimeout(() => (copied.value = null), 900);
  };
  return (
    <div class="answer">
      <h1>
        {partsOf(state).map((part, i) => (
          <Fragment key={part.name}>
            {i > 0 && (
              <span class="dot" aria-hidden="true">
                ·
              </span>
            )}
            <button class={litPart.value === part.name ? 'lit' : ''} title={`${part.title}\nClick to copy ${seen(part.copy).slice(0, 200)}`} onClick={() => take(part)}>
              {part.text}
              {copied.value === part.name && <span class="copied">Copied</span>}
            </button>
          </Fragment>
        ))}
      </h1>
      <p class="health">
        {healthText(state).join(', ')}
        {findings.length > 0 && (
          <>
            {' · '}
            <button class="finding" style={{ minHeight: '20px' }} title={findings.map((finding) => finding.summary).join('\n')} onClick={() => (panel.value = 'header')}>
              {seen(findings[0]!.summary)}
              {findings.length > 1 ? ` and ${findings.length - 1} more` : ''}
            </button>
          </>
        )}
      </p>
    </div>
  );
}
