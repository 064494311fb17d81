// SPDX-License-Identifier: MIT
// The inspector at the right: header, archive map or statistics.
import { useMemo } from 'preact/hooks';
import type { ArrayState } from '../state/array_state';
import { archive, current, files, panel, theEngine, type Panel } from '../state/page';
import { HeaderPanel } from './header_panel';
import { MapPanel } from './map_panel';
import { StatsPanel } from './stats_panel';

export function Inspector({ state }: { state: ArrayState | null }) {
  const file = files.value[0]!;
  const chosen = panel.value!;
  const member = current.value;
  const load = useMemo(
    () => async (signal: AbortSignal) => {
      if (state) return state.model.anatomy({ signal, why: 'header' });
      return (await theEngine()).anatomy(file.opened.file, archive.value ? member : -1, { signal, why: 'header' });
    },
    [state, file, member],
  );
  const tabs: [Panel, string][] = [['header', 'Header']];
  if (archive.value) tabs.push(['map', 'Map']);
  if (state) tabs.push(['stats', 'Statistics']);
  const shown = tabs.some(([name]) => name === chosen) ? chosen : 'header';
  return (
    <aside class="inspector" aria-label="Inspector" style={shown === 'stats' ? undefined : { width: shown === 'header' ? '452px' : '400px' }}>
      <div class="heading">
        <div style={{ display: 'flex' }} role="tablist" aria-label="Panels">
          {tabs.map(([name, label]) => (
            <button key={name} role="tab" class="tab" data-label={label} aria-selected={shown === name} onClick={() => (panel.value = name)}>
              {label}
            </button>
          ))}
        </div>
        <div class="space" />
        <button class="tool" aria-label="Close the inspector" onClick={() => (panel.value = null)}>
          ×
        </button>
      </div>
      <div class="inside" tabIndex={0} role="region" aria-label="Details">
        {shown === 'header' && <HeaderPanel load={load} state={state} />}
        {shown === 'map' && <MapPanel />}
        {shown === 'stats' && state && <StatsPanel state={state} />}
      </div>
    </aside>
  );
}
