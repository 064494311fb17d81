// SPDX-License-Identifier: MIT
// Heatmap and image: a plane of cells under a camera. Larger than the window it is sampled, and says so; the status bar always
// reads the real element.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Camera, Extents } from '../draw/camera';
import { colorTable, type ColorMap } from '../draw/color_maps';
import { paint, paintImage } from '../draw/picture';
import { startLimits, type Limits } from '../draw/scale';
import { grouped } from '../plain/words';
import type { ArrayState } from '../state/array_state';
import { Legend } from './legend';
import { themeChanges, useSize } from './measure';
import { OverviewButton } from './overview';
import { drawPlane, edge } from './plane_drawing';
import { planeKeys, usePlanePointer, usePlaneWheel, type PlaneHands } from './plane_gestures';
import { usePlaneSample, type Colors, type Sample } from './plane_sample';

const profileSize = 76;
const legendWidth = () => (innerWidth <= 760 ? 72 : 108);

const nth = (every: number) => (every === 2 ? '2nd' : every === 3 ? '3rd' : `${grouped(every)}th`);
const everyText = (name: string, every: number) => (every === 1 ? null : `every ${nth(every)} ${name}`);

function extentsOf(state: ArrayState, size: { width: number; height: number }, profiles: boolean): Extents {
  const aside = profiles ? profileSize : 0;
  return {
    width: Math.max(1, size.width - edge.left - edge.right - aside),
    height: Math.max(1, size.height - edge.top - edge.bottom - aside),
    rows: state.rows.value,
    columns: state.columns.value,
  };
}

/** The map and the limits in force: the reader's, else those that fit the values. */
function coloursOf(state: ArrayState, colors: Colors | null): { map: ColorMap; limits: Limits; clipped: boolean } {
  const map = state.map.value ?? colors?.map ?? 'viridis';
  const auto = colors && startLimits(state.fullRange.value ? { ...colors.summary, inner: colors.summary } : colors.summary, map);
  return { map, limits: state.limits.value ?? auto ?? { low: 0, high: 1 }, clipped: !!auto?.clipped && !state.limits.value };
}

/** The sample in colours, as a canvas of a pixel a cell. */
function usePicture(state: ArrayState, image: boolean, sample: Sample | null, map: ColorMap, limits: Limits) {
  const picture = useRef(document.createElement('canvas'));
  const painted = useRef<Uint32Array | null>(null);
  useLayoutEffect(() => {
    if (!sample) return;
    const { width, height } = Object.assign(picture.current, { width: sample.column.count, height: sample.row.count });
    const context = picture.current.getContext('2d')!;
    const data = context.createImageData(width, height);
    const out = new Uint32Array(data.data.buffer);
    if (image) paintImage(sample.values, sample.channels, state.letter === 'f' || state.letter === 'b', out);
    else paint(sample.values, height, width, { table: colorTable(map, state.reversed.value), scale: state.scale.value, limits, labels: map === 'labels' }, out);
    painted.current = image ? null : out;
    context.putImageData(data, 0, 0);
  }, [sample, map, state.reversed.value, state.scale.value, limits.low, limits.high]);
  return { picture, painted };
}

/** What the status bar says of the plane. */
function useSamplingText(state: ArrayState, view: Camera | null, { rows, columns }: Extents): void {
  useEffect(() => {
    if (!view) return;
    const zoom = view.scaleX === view.scaleY && view.scaleX >= 1 ? `${view.scaleX} px a cell` : '';
    state.sampling.value = [`${grouped(rows)} × ${grouped(columns)}`, zoom].filter(Boolean).join(' · ');
  }, [view, rows, columns]);
}

export function PlanePlot({ state, image }: { state: ArrayState; image: boolean }) {
  const [area, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const profiles = !image && state.profiles.value;
  const flip = state.flipRows.value;
  const extents = extentsOf(state, size, profiles);
  const { sample, colors, camera, home, dear, overview } = usePlaneSample(state, image, extents, size.width !== 0);
  const { map, limits, clipped } = coloursOf(state, colors);
  const { picture, painted } = usePicture(state, image, sample, map, limits);
  const view = camera.value;
  useSamplingText(state, view, extents);
  useLayoutEffect(() => {
    if (!canvas.current || !size.width) return;
    const scene = view && sample && { state, sample, picture: picture.current, painted: painted.current, view, extents, limits, flip, profiles };
    drawPlane(canvas.current, size, scene);
  }, [sample, view, map, limits.low, limits.high, state.scale.value, state.focus.value, profiles, flip, size.width, size.height, themeChanges.value]);

  const hands: PlaneHands = { area, state, camera, extents, home };
  const { press, move, release } = usePlanePointer(hands);
  usePlaneWheel(hands);
  const legend = !image;
  return (
    <>
      <div class="fill" style={{ right: legend ? `${legendWidth()}px` : 0 }}>
        <div
          ref={area}
          class="plot-area"
          tabIndex={0}
          role="application"
          aria-roledescription="picture of values"
          aria-label={`${image ? 'Image' : 'Heatmap'} of ${grouped(extents.rows)} rows and ${grouped(extents.columns)} columns. Arrow keys move the focus; the status bar reads the value.`}
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
          onPointerLeave={() => (state.hover.value = null)}
          onDblClick={() => (camera.value = home())}
          onKeyDown={(event) => planeKeys(hands, event)}
        >
          <canvas ref={canvas} class="plot" />
          {dear !== null && <OverviewButton bytes={dear} go={overview} />}
          {sample && <SamplingNote sample={sample} above={profiles ? profileSize : 0} />}
        </div>
      </div>
      {legend && colors && (
        <Legend state={state} width={legendWidth()} map={map} limits={limits} summary={colors.summary} clipped={clipped} values={sample?.values ?? new Float64Array()} />
      )}
    </>
  );
}

function SamplingNote({ sample, above }: { sample: Sample; above: number }) {
  const note = [everyText('row', sample.row.every), everyText('column', sample.column.every)].filter(Boolean).join(', ');
  if (!note) return null;
  return (
    <div class="note" id="sampling-note" style={{ left: `${edge.left + 8}px`, bottom: `${edge.bottom + 8 + above}px` }}>
      {note}
    </div>
  );
}
