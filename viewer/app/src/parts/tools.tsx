// SPDX-License-Identifier: MIT
// The row of tabs, and at its right what the chosen view can be told.
import { colorMaps, type ColorMap } from '../draw/color_maps';
import { scaleKinds, type ScaleKind } from '../draw/scale';
import { viewNames, views, type ArrayState } from '../state/array_state';
import { exact, exportOpen, panel, type Panel } from '../state/page';
import { ExportMenu } from './export_menu';

export function Tools({ state }: { state: ArrayState }) {
  const { available } = state;
  const view = state.view.value;
  const keys = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!by || !(event.target as Element).matches('.tab')) return;
    event.preventDefault();
    event.stopPropagation();
    const next = available[(available.indexOf(view) + by + available.length) % available.length]!;
    state.setView(next);
    (event.currentTarget as Element).querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div class="bar tools">
      {available.length > 0 && (
        <div role="tablist" aria-label="Views" style={{ display: 'flex' }} onKeyDown={keys}>
          {available.map((name) => (
            <button
              key={name}
              id={`tab-${name}`}
              role="tab"
              class="tab"
              aria-selected={view === name}
              aria-controls="view"
              tabIndex={view === name ? 0 : -1}
              data-label={viewNames[name]}
              title={`${viewNames[name]} (${views.indexOf(name) + 1})`}
              onClick={() => state.setView(name)}
            >
              {viewNames[name]}
            </button>
          ))}
        </div>
      )}
      <div class="options">
        {available.length > 0 && <ViewOptions state={state} />}
        {available.length > 0 && (
          <>
            <button class="tool" id="export" aria-expanded={exportOpen.value} aria-haspopup="menu" onClick={() => (exportOpen.value = !exportOpen.value)} title="Export and copy (e)">
              Export
            </button>
            {exportOpen.value && <ExportMenu state={state} />}
          </>
        )}
        {panel.value === null && <PanelButton name="header" label="Header" hint="h" />}
        {panel.value === null && state.model.key !== null && <PanelButton name="map" label="Map" hint="m" />}
        {panel.value === null && (state.available.includes('hist') || state.model.key !== null) && <PanelButton name="stats" label="Statistics" hint="s" />}
      </div>
    </div>
  );
}

export function PanelButton({ name, label, hint, framed = false }: { name: Panel; label: string; hint: string; framed?: boolean }) {
  return (
    <button class={framed ? 'button' : 'tool'} aria-pressed={panel.value === name} title={`${label} (${hint})`} onClick={() => (panel.value = panel.value === name ? null : name)}>
      {label}
    </button>
  );
}

function Toggle({ label, hint, on, set }: { label: string; hint: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <button class="tool" aria-pressed={on} title={hint} onClick={() => set(!on)}>
      {label}
    </button>
  );
}

function ViewOptions({ state }: { state: ArrayState }) {
  switch (state.view.value) {
    case 'table':
      return (
        <>
          {state.axes.value.column >= 0 && <Transpose state={state} />}
          <Toggle label="Exact" hint="All digits in the grid (x)" on={exact.value} set={(on) => (exact.value = on)} />
        </>
      );
    case 'heat':
      return (
        <>
          <Transpose state={state} />
          <select
            aria-label="Colour map"
            value={state.map.value ?? 'auto'}
            onChange={(event) => {
              state.map.value = event.currentTarget.value === 'auto' ? null : (event.currentTarget.value as ColorMap);
              state.limits.value = null;
            }}
          >
            <option value="auto">fitting colours</option>
            {colorMaps.map((map) => (
              <option value={map}>{map}</option>
            ))}
          </select>
          <select aria-label="Scale" value={state.scale.value} onChange={(event) => (state.scale.value = event.currentTarget.value as ScaleKind)}>
            {scaleKinds.map((kind) => (
              <option value={kind}>{kind}</option>
            ))}
          </select>
          <Toggle label="Profiles" hint="Row and column through the focus (p)" on={state.profiles.value} set={(on) => (state.profiles.value = on)} />
          <Toggle label="Fill" hint="Use the whole window; cells need not be square" on={state.fillAspect.value} set={(on) => (state.fillAspect.value = on)} />
          <Toggle label="Flip" hint="Row 0 at the bottom" on={state.flipRows.value} set={(on) => (state.flipRows.value = on)} />
        </>
      );
    case 'hist':
      return <Toggle label="Log counts" hint="Logarithmic heights (l)" on={state.logCounts.value} set={(on) => (state.logCounts.value = on)} />;
    case 'line':
      return <Toggle label="Log" hint="Logarithmic values (l)" on={state.scale.value === 'log'} set={(on) => (state.scale.value = on ? 'log' : 'linear')} />;
    default:
      return null;
  }
}

function Transpose({ state }: { state: ArrayState }) {
  return <Toggle label="Transpose" hint="Exchange rows and columns (t)" on={state.transposed.value} set={(on) => (state.transposed.value = on)} />;
}
