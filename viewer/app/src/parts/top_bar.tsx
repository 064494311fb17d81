// SPDX-License-Identifier: MIT
// The top bar: what is open, what was read for it, theme and help.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { grouped, middleCut, seen, sizeText } from '../plain/words';
import { files, helpOpen, keep, logOpen, reads, theme, totalBytes, type Theme } from '../state/page';
import { copyText } from '../state/actions';
import { themeChanges } from './measure';

export function Mark() {
  return (
    <span class="mark">
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <path d="M1 1h7v7H1zM10 10h7v7h-7z" fill="currentColor" />
        <path d="M10 1h7v7h-7zM1 10h7v7H1z" fill="currentColor" opacity=".4" />
      </svg>
      <span>nopy</span>
    </span>
  );
}

export function TopBar({ open }: { open: () => void }) {
  const names = files.value.map((file) => file.name);
  return (
    <header class="top">
      <Mark />
      {names.length > 0 && (
        <button class="file" title={`${names.map(seen).join('\n')}\nClick to copy the name`} onClick={() => void copyText(names.join('\n'), 'name')}>
          {names.map((name) => middleCut(seen(name), names.length > 1 ? 28 : 48)).join('  and  ')}
        </button>
      )}
      <div class="space" />
      {files.value.length > 0 && <Counter />}
      {files.value.length > 0 && (
        <button class="tool" onClick={open} title="Open another file (o)">
          Open
        </button>
      )}
      <ThemeSwitch />
      <button class="tool" onClick={() => (helpOpen.value = true)} aria-label="Keys and help" title="Keys and help (?)">
        ?
      </button>
    </header>
  );
}

function Counter() {
  const flash = useSignal(false);
  const { count, bytes } = reads.value;
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    flash.value = true;
    const timer = setTimeout(() => (flash.value = false), 80);
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <>
      <button
        id="counter"
        class={`counter${flash.value ? ' flash' : ''}`}
        aria-expanded={logOpen.value}
        aria-haspopup="dialog"
        title={`${grouped(bytes)} of ${grouped(totalBytes.value)} bytes were read`}
        data-reads={count}
        data-bytes={bytes}
        onClick={() => (logOpen.value = !logOpen.value)}
      >
        <span class="long">{`${grouped(count)} ${count === 1 ? 'read' : 'reads'} · `}</span>
        {`${sizeText(bytes)} of ${sizeText(totalBytes.value)}`}
      </button>
      {logOpen.value && <ReadLog />}
    </>
  );
}

function ReadLog() {
  const { log } = reads.value;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.focus();
    const away = (event: Event) => {
      const target = event.target as Element;
      if (!target.closest('#read-log') && !target.closest('#counter')) logOpen.value = false;
    };
    addEventListener('pointerdown', away);
    return () => removeEventListener('pointerdown', away);
  }, []);
  return (
    <div id="read-log" ref={ref} class="menu" style={{ top: '42px', right: '8px', padding: '12px 16px' }} role="dialog" aria-label="Log of reads" tabIndex={-1}>
      <p class="quiet" style={{ marginBottom: '8px' }}>
        Only these bytes left the file. Nothing is uploaded.
      </p>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">offset</th>
            <th scope="col">bytes</th>
            <th scope="col">why</th>
            <th scope="col">ms</th>
          </tr>
        </thead>
        <tbody>
          {log
            .slice(-200)
            .reverse()
            .map((entry, i) => (
              <tr key={log.length - i}>
                <td class="left">{grouped(entry.offset)}</td>
                <td>{grouped(entry.bytes)}</td>
                <td class="left">{entry.why}</td>
                <td>{entry.milliseconds.toFixed(1)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

const themes: Theme[] = ['system', 'light', 'dark'];
const signs: Record<Theme, string> = { system: '◐', light: '○', dark: '●' };

export function applyTheme(): void {
  if (theme.value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.value;
  themeChanges.value += 1;
}

function ThemeSwitch() {
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length]!;
  return (
    <button
      class="tool"
      aria-label={`Theme: ${theme.value}. Switch to ${next}`}
      title={`Theme: ${theme.value}`}
      onClick={() => {
        theme.value = next;
        keep('theme', next);
        applyTheme();
      }}
    >
      {signs[theme.value]}
    </button>
  );
}
