// SPDX-License-Identifier: MIT
// The page: which parts stand where, for each of its states.
import { signal, useSignal } from '@preact/signals';
import { useEffect, useErrorBoundary, useLayoutEffect } from 'preact/hooks';
import { grouped, shapeText, sizeText } from '../plain/words';
import { say } from '../state/actions';
import type { ArrayState } from '../state/array_state';
import { announced, archive, current, files, helpOpen, memberFault, openings, panel, railWidth, shown } from '../state/page';
import { afterPaint, soon } from '../state/work';
import { EmptyState } from './empty_state';
import { later } from './later';
import { TopBar } from './top_bar';

// What the first paint does not need; in the order of how soon it is wanted.
const PlanePlot = later(() => import('./plane_plot').then((part) => part.PlanePlot));
const AnswerLine = later(() => import('./answer_line').then((part) => part.AnswerLine));
const SliceBar = later(() => import('./slice_bar').then((part) => part.SliceBar));
const StatusBar = later(() => import('./status_bar').then((part) => part.StatusBar));
const Table = later(() => import('./table').then((part) => part.Table));
const Rail = later(() => import('./rail').then((part) => part.Rail));
const LinePlot = later(() => import('./line_plot').then((part) => part.LinePlot));
const HistPlot = later(() => import('./hist_plot').then((part) => part.HistPlot));
const Inspector = later(() => import('./inspector').then((part) => part.Inspector));
const BytesView = later(() => import('./bytes_view').then((part) => part.BytesView));
const ObjectView = later(() => import('./object_view').then((part) => part.ObjectView));
const Help = later(() => import('./help').then((part) => part.Help));
const DifferenceBar = later(() => import('./difference_bar').then((part) => part.DifferenceBar));
const Tools = later(() => import('./tools').then((part) => part.Tools));
const PanelButton = later(() => import('./tools').then((part) => part.PanelButton));
const Message = later(() => import('./message').then((part) => part.Message));
const DamagedFile = later(() => import('./message').then((part) => part.DamagedFile));

/** The opening whose answer was painted. Until then list, bars and view wait: together they take longer than all before them. */
const painted = signal(0);
/** So long the list waits for the answer; a server that is far away may need longer. */
const answerWithin = 50;

function usePainted(): void {
  const opening = openings.value;
  const kind = files.value[0]?.opened.kind;
  const comes = kind === 'npy' || (archive.value?.members.length ?? 0) > 0;
  const answered = !comes || shown.value !== null || memberFault.value !== null;
  useLayoutEffect(() => {
    const go = () => void (painted.value = opening);
    if (painted.peek() === opening) return;
    if (answered) return afterPaint(go);
    return soon(go, answerWithin);
  }, [answered, opening]);
}

export function PageView({ open }: { open: () => void }) {
  const state = shown.value;
  const file = files.value[0];
  usePainted();
  return (
    <div class="page" data-opened={openings.value}>
      <TopBar open={open} />
      {file ? (
        <>
          <div class="body">
            {archive.value && archive.value.members.length > 0 && (painted.value === openings.value ? <Rail /> : <div class="rail" style={{ width: `${railWidth.value}px` }} />)}
            <main class="center">
              {files.value.length > 1 && <DifferenceBar />}
              <Guard key={state}>{state ? <ArrayPage state={state} /> : <OtherPage />}</Guard>
            </main>
            {panel.value && (state || file.opened.kind === 'damaged npy' || archive.value) && <Inspector state={state} />}
          </div>
          <StatusBar state={state} />
        </>
      ) : (
        <EmptyState open={open} />
      )}
      {helpOpen.value && <Help />}
      <div class="hidden" aria-live="polite">
        {announced.value}
      </div>
    </div>
  );
}

/** A fault of the page itself takes down one view, not the page. */
function Guard({ children }: { children: preact.ComponentChildren }) {
  const [fault, again] = useErrorBoundary();
  if (!fault) return <>{children}</>;
  return (
    <Message top fault={fault}>
      <p>This is a fault of the page. Other arrays and views still work.</p>
      <div class="row">
        <button class="button" onClick={again}>
          Try again
        </button>
      </div>
    </Message>
  );
}

// All of it at once, or the view would move when a bar above it comes.
const ArrayPage = later(async () => {
  await Promise.all([AnswerLine, SliceBar, Tools, StatusBar].map((part) => part.fetched()));
  return WholeArrayPage;
});

function WholeArrayPage({ state }: { state: ArrayState }) {
  return (
    <>
      <AnswerLine state={state} />
      <Truncated state={state} />
      {painted.value === openings.value && <Rest state={state} />}
    </>
  );
}

function Rest({ state }: { state: ArrayState }) {
  const { info } = state.model;
  return (
    <>
      <SliceBar state={state} />
      <Tools state={state} />
      <div class="view" id="view" role={state.available.length ? 'tabpanel' : undefined} aria-labelledby={state.available.length ? `tab-${state.view.value}` : undefined}>
        <Busy state={state} />
        {state.fault.value !== null ? (
          <div class="fill" style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label="Error">
            <Message fault={state.fault.value} file={files.value[0]} base={state.model.info.fileOffset === null ? null : state.model.info.fileOffset - state.model.info.dataOffset}>
              <div class="row">
                <button class="button" onClick={() => (state.fault.value = null)}>
                  Try again
                </button>
              </div>
            </Message>
          </div>
        ) : info.count === 0 ? (
          <p class="message">{`No elements: shape ${shapeText(info.shape)}.`}</p>
        ) : state.letter === 'O' ? (
          <ObjectView state={state} />
        ) : (
          <ViewOf state={state} />
        )}
      </div>
    </>
  );
}

function ViewOf({ state }: { state: ArrayState }) {
  switch (state.view.value) {
    case 'heat': return <PlanePlot key="heat" state={state} image={false} />;
    case 'image': return <PlanePlot key="image" state={state} image />;
    case 'line': return <LinePlot state={state} />;
    case 'hist': return <HistPlot state={state} />;
    case 'bytes': return <BytesView state={state} />;
    default: return state.shape.length === 0 && !state.isRecord ? <Scalar state={state} /> : <Table state={state} />;
  }
}

function Scalar({ state }: { state: ArrayState }) {
  const text = useSignal('');
  useEffect(() => {
    void state.read((signal) => state.model.texts([], null, { signal, why: 'value' })).then((answer) => (text.value = answer?.cells[0] ?? ''));
  }, [state]);
  return <div class="scalar">{text.value}</div>;
}

/** Nothing spins before 400 ms; then a thin line, and after 2 s the way to stop. */
function Busy({ state }: { state: ArrayState }) {
  const late = useSignal(0);
  const busy = state.busy.value > 0;
  useEffect(() => {
    late.value = 0;
    if (!busy) return;
    const timers = [setTimeout(() => (late.value = 1), 400), setTimeout(() => (late.value = 2), 2000)];
    return () => timers.forEach(clearTimeout);
  }, [busy]);
  if (!late.value) return null;
  return (
    <>
      <div class="busy" aria-hidden="true" />
      {late.value > 1 && (
        <div class="busy-text">
          <span class="hidden" role="status">
            Reading
          </span>
          <span aria-hidden="true">{progressText(state)}</span>
          <button
            class="button"
            onClick={() => {
              state.stop.abort();
              state.stop = new AbortController();
              state.givenUp.value = true;
              say('Reading was cancelled');
            }}
          >
            Cancel
          </button>
        </div>
      )}
    </>
  );
}

function progressText(state: ArrayState): string {
  const now = state.progress.value;
  if (!now?.total) return 'Reading';
  const seconds = Math.max(0.1, (performance.now() - now.began) / 1000);
  return `Reading ${sizeText(now.done)} of ${sizeText(now.total)}, ${sizeText(Math.round(now.done / seconds))} a second`;
}

function Truncated({ state }: { state: ArrayState }) {
  const { info } = state.model;
  if (info.presentBytes >= info.dataBytes || info.dataBytes === 0) return null;
  const first = info.shape[0] ?? 1;
  const whole = info.order === 'C' && info.shape.length > 0 ? Math.floor((info.presentBytes / info.dataBytes) * first) : null;
  return (
    <div class="banner" role="status">
      <span>
        {`The data is cut short: ${sizeText(info.presentBytes)} of ${sizeText(info.dataBytes)} are there. `}
        {whole !== null && `${grouped(whole)} of ${grouped(first)} rows are present.`}
      </span>
    </div>
  );
}

/** What is shown where there is no array: a damaged file or member, an empty archive. */
function OtherPage() {
  const file = files.value[0]!;
  if (memberFault.value !== null) {
    const member = archive.value?.members[current.value];
    const others = (archive.value?.members.length ?? 1) - 1;
    return (
      <div class="fill" style={{ position: 'relative', overflow: 'auto' }} tabIndex={0} role="region" aria-label="Error">
        <Message top fault={memberFault.value} file={file} base={member?.error ? 0 : null}>
          {others > 0 && <p>{`The other ${others === 1 ? 'member is' : `${grouped(others)} members are`} listed at the left and can be read.`}</p>}
          <div class="row">
            <PanelButton framed name="map" label="Archive map" hint="m" />
          </div>
        </Message>
      </div>
    );
  }
  if (file.opened.kind === 'npz' && !file.members.length) return <p class="message">This archive has no members.</p>;
  if (file.opened.kind === 'npz' || file.opened.kind === 'npy') return null;
  return (
    <div class="fill" style={{ position: 'relative', overflow: 'auto' }} tabIndex={0} role="region" aria-label="Error">
      <DamagedFile file={file} />
    </div>
  );
}
