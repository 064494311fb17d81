// SPDX-License-Identifier: MIT
// Statistics of the slice, of the whole array by a streaming scan, and the checksum: each says what it covers.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Extreme, Statistics, Verified } from '../engine';
import { NopyError } from '../engine';
import { selectedCount } from '../plain/slice';
import { durationText, grouped, percentText, sizeText } from '../plain/words';
import type { ArrayState } from '../state/array_state';
import { copyText } from '../state/actions';
import { Message } from './message';

const mostItems = 1 << 22;

interface Run {
  done: number;
  total: number;
  began: number;
  stop: AbortController;
}

export function StatsPanel({ state }: { state: ArrayState }) {
  const slice = useSignal<Statistics | null>(null);
  const whole = useSignal<Statistics | null>(null);
  const run = useSignal<Run | null>(null);
  const fault = useSignal<unknown>(null);
  const asked = useRef<AbortController | null>(null);
  const { info } = state.model;
  const items = selectedCount(state.selection.value);
  const isWhole = items === info.count;
  const column = state.column.value;
  const part = state.part.value;
  const many = items > mostItems;

  useEffect(() => {
    asked.current?.abort();
    slice.value = null;
    fault.value = null;
    if (!state.numeric.value || many) return;
    const stop = new AbortController();
    asked.current = stop;
    void state.model
      .statistics(state.selection.value, column, part, { signal: stop.signal, why: 'statistics' })
      .then((answer) => !stop.signal.aborted && (slice.value = answer))
      .catch((error: unknown) => !stop.signal.aborted && (fault.value = error));
    return () => stop.abort();
  }, [state.text.value, column, part, state]);
  useEffect(() => {
    whole.value = null;
    return () => run.value?.stop.abort();
  }, [column, part, state]);

  const scan = async (of: 'whole' | 'slice') => {
    const stop = new AbortController();
    run.value = { done: 0, total: 0, began: performance.now(), stop };
    try {
      const answer = await state.model.statistics(of === 'whole' ? null : state.selection.value, column, part, {
        signal: stop.signal,
        why: 'scan',
        onProgress: ({ done, total }) => (run.value = { ...run.value!, done, total }),
      });
      if (of === 'whole') whole.value = answer;
      else slice.value = answer;
    } catch (error) {
      if (!stop.signal.aborted) fault.value = error;
    } finally {
      run.value = null;
    }
  };
  if (!state.numeric.value)
    return (
      <>
        <p class="quiet">{state.isRecord && state.field.value === null ? 'Choose a field in the slice bar to see its statistics.' : 'Statistics are of numbers; these are none.'}</p>
        <Checksum state={state} />
      </>
    );
  const shown = whole.value ?? slice.value;
  const covers = whole.value || isWhole ? `all ${grouped(info.count)} values` : `this window, ${grouped(items)} values`;
  return (
    <>
      <h2>{`Statistics of ${covers}`}</h2>
      {shown && <Facts statistics={shown} count={items} />}
      {!shown && many && !run.value && <p class="quiet">{`The slice has ${grouped(items)} values; a scan reads them all.`}</p>}
      {fault.value !== null && <Message fault={fault.value} />}
      {run.value ? (
        <Progress run={run.value} of="scan" />
      ) : (
        <div style={{ display: 'flex', gap: '8px', marginTop: '12px', flexWrap: 'wrap' }}>
          {many && !isWhole && !slice.value && (
            <button class="button" onClick={() => void scan('slice')}>
              Scan this slice
            </button>
          )}
          {!whole.value && (!isWhole || many) && (
            <button class="button" id="scan-all" onClick={() => void scan('whole')}>
              {`Scan all ${sizeText(info.dataBytes)}`}
            </button>
          )}
          {shown && (
            <button class="button" onClick={() => void copyText(plainText(shown), 'the statistics')}>
              Copy
            </button>
          )}
        </div>
      )}
      <Checksum state={state} />
    </>
  );
}

/** How far it is, and the way out: the button that began it is gone, so the focus goes to Cancel. */
function Progress({ run, of }: { run: Run; of: 'scan' | 'check' }) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), [run.stop]);
  const seconds = (performance.now() - run.began) / 1000;
  const rate = run.done / Math.max(0.1, seconds);
  const left = rate > 0 && run.total ? durationText((run.total - run.done) / rate) : '';
  return (
    <div style={{ marginTop: '12px' }} role="status">
      <progress aria-label={of === 'scan' ? 'Scan' : 'Check'} max={run.total || 1} value={run.total ? run.done : undefined} />
      <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '8px' }}>
        <span class="quiet">{run.total ? `${sizeText(run.done)} of ${sizeText(run.total)}${seconds > 1 ? `, ${sizeText(Math.round(rate))} a second` : ''}${left ? `, ${left} left` : ''}` : 'begins'}</span>
        <button ref={cancel} class="button" id={`cancel-${of}`} onClick={() => run.stop.abort()}>
          {`Cancel the ${of}`}
        </button>
      </div>
    </div>
  );
}

const numberText = (value: number | null) => (value === null ? 'none' : String(Number(value.toPrecision(9))).replace('Infinity', 'inf').replace('NaN', 'nan'));
const placeText = (extreme: Extreme) => (extreme.index.length ? `[${extreme.index.join(', ')}]` : '');

function rowsOf(statistics: Statistics): [string, string, string][] {
  const { minimum, maximum } = statistics;
  const rows: [string, string, string][] = [];
  if (minimum) rows.push(['minimum', minimum.text, placeText(minimum)]);
  if (maximum) rows.push(['maximum', maximum.text, placeText(maximum)]);
  rows.push(['mean', numberText(statistics.mean), ''], ['deviation', numberText(statistics.deviation), ''], ['sum', numberText(statistics.sum), '']);
  const counts: [string, number][] = [
    ['zeros', statistics.zeros], ['negative', statistics.negative], ['nan', statistics.nan], ['inf', statistics.positiveInfinity], ['-inf', statistics.negativeInfinity],
  ];
  for (const [name, count] of counts) if (count) rows.push([name, grouped(count), percentText(count, statistics.count)]);
  return rows;
}

const plainText = (statistics: Statistics) => rowsOf(statistics).map(([name, value, note]) => `${name}\t${value.replace(/\u2009/g, '')}${note ? `\t${note}` : ''}`).join('\n');

function Facts({ statistics }: { statistics: Statistics; count: number }) {
  return (
    <table class="plain" id="statistics">
      <tbody>
        {rowsOf(statistics).map(([name, value, note]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{value}</td>
            <td class="faint">{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Checksum({ state }: { state: ArrayState }) {
  const run = useSignal<Run | null>(null);
  const answer = useSignal<Verified | NopyError | null>(null);
  useEffect(() => {
    answer.value = null;
    return () => run.value?.stop.abort();
  }, [state]);
  const { verify, member } = state.model;
  if (!verify || !member) return null;
  const check = async () => {
    const stop = new AbortController();
    run.value = { done: 0, total: 0, began: performance.now(), stop };
    try {
      answer.value = await verify({ signal: stop.signal, why: 'checksum', onProgress: ({ done, total }) => (run.value = { ...run.value!, done, total }) });
    } catch (error) {
      if (error instanceof NopyError) answer.value = error;
    } finally {
      run.value = null;
    }
  };
  const said = answer.value;
  return (
    <>
      <h2>Checksum</h2>
      {said instanceof NopyError ? (
        <p style={{ color: 'var(--error)' }}>{`${said.info.summary.charAt(0).toUpperCase()}${said.info.summary.slice(1)}.`}</p>
      ) : said ? (
        <p style={{ color: 'var(--ok)' }}>{`All ${sizeText(said.bytes)} agree with the directory's CRC-32 ${said.crc32.toString(16).padStart(8, '0')}.`}</p>
      ) : (
        <p class="quiet">Reads the whole member and holds it against the directory.</p>
      )}
      {run.value ? (
        <Progress run={run.value} of="check" />
      ) : (
        !said && (
          <button class="button" id="verify" style={{ marginTop: '8px' }} onClick={() => void check()}>
            {`Check ${sizeText(member.compressedBytes)}`}
          </button>
        )
      )}
    </>
  );
}
