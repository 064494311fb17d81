// SPDX-License-Identifier: MIT
// The price of an overview: what would read too much without having been asked is offered with its bytes instead.
import type { Selection } from '../plain/slice';
import { sizeText } from '../plain/words';
import type { ArrayState } from '../state/array_state';

const mostUnasked = 64e6;
/** Single items cost a block each; nothing costs more than all of it. */
const blockBytes = 16_384;

/** The bytes that a part would read where they are too many to be read unasked; else null. */
export async function priceOf(state: ArrayState, part: Selection): Promise<number | null> {
  const cost = await state.model.cost(part);
  const scattered = Math.min(cost.ranges * blockBytes, state.model.info.dataBytes);
  const bytes = Math.max(cost.readBytes, scattered, cost.inflateBytes / 4);
  return bytes > mostUnasked ? bytes : null;
}

/** `bottom` keeps it off a plot's axis. */
export function OverviewButton({ bytes, go, bottom = 16 }: { bytes: number; go: () => void; bottom?: number }) {
  return (
    <button class="button" id="overview" style={{ position: 'absolute', right: '24px', bottom: `${bottom}px`, zIndex: 3 }} onPointerDown={(event) => event.stopPropagation()} onClick={go}>
      {`Overview: reads ${sizeText(bytes)}`}
    </button>
  );
}
