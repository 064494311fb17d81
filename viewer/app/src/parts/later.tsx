// SPDX-License-Identifier: MIT
// Parts that come after the first paint: the page is there at once, its views while the file is opened.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { counted } from '../state/work';

const waiting: (() => Promise<unknown>)[] = [];

/** A component whose code is fetched when it is first shown, or when the page has nothing else to do. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> & { fetched: () => Promise<unknown> } {
  let ready: ComponentType<Props> | null = null;
  const fetched = async () => (ready ??= await load());
  waiting.push(fetched);
  function Later(props: Props) {
    const [, redraw] = useState(false);
    const Ready = ready;
    useEffect(() => {
      if (!Ready) void counted(fetched().then(() => redraw(true)));
    }, []);
    return Ready ? <Ready {...props} /> : null;
  }
  return Object.assign(Later, { fetched });
}

/** Fetches what was not needed so far, side by side: one after the other would be as many round trips. */
export async function fetchRest(): Promise<void> {
  await Promise.all(waiting.map((load) => load()));
}
