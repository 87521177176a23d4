import type { VNode } from 'preact';
import { Icon } from './icon.tsx';

interface QuantityProps {
  /** The name of the product, which screen readers read with the buttons. */
  readonly name: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A number between 1 and the stock. */
export function Quantity({ name, value, max, onChange }: QuantityProps): VNode {
  const set = (next: number): void => onChange(Math.min(Math.max(1, next), Math.max(1, max)));
  return (
    <div class="quantity" role="group" aria-label={`Quantity of ${name}`}>
      <button type="button" aria-label="One less" disabled={value <= 1} onClick={() => set(value - 1)}>
        <Icon name="minus" />
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={`Quantity of ${name}`}
        min={1}
        max={max}
        value={value}
        onChange={(event) => {
          set(Math.trunc(Number(event.currentTarget.value)) || 1);
          // A number out of range may be clamped to the current value, which does not cause a render.
          event.currentTarget.value = String(value);
        }}
      />
      <button type="button" aria-label="One more" disabled={value >= max} onClick={() => set(value + 1)}>
        <Icon name="plus" />
      </button>
    </div>
  );
}
