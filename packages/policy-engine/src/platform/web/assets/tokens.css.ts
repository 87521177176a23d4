/** Colour, space, type, radius and shadow. A host overrides them with a stylesheet of its own (`appearance.stylesheets`). */
export const tokensCss = `
:root {
  color-scheme: light dark;
  --pe-bg: #ffffff;
  --pe-surface: #f6f6f4;
  --pe-text: #1c1d1f;
  --pe-muted: #5b5f66;
  --pe-border: #d8dade;
  --pe-field-border: #8a8f98;
  --pe-accent: #1f5fd6;
  --pe-on-accent: #ffffff;
  --pe-danger: #b3261e;
  --pe-on-danger: #ffffff;
  --pe-success: #17703f;
  --pe-warning: #7a5200;
  --pe-tint: 8%;
  --pe-shadow: 0 1px 2px rgb(18 20 23 / 6%), 0 4px 16px rgb(18 20 23 / 5%);
  --pe-font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif;
  --pe-mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  --pe-size-1: 0.8125rem;
  --pe-size-2: 0.9375rem;
  --pe-size-3: 1.0625rem;
  --pe-size-4: 1.375rem;
  --pe-size-5: 1.875rem;
  --pe-space-1: 4px;
  --pe-space-2: 8px;
  --pe-space-3: 12px;
  --pe-space-4: 16px;
  --pe-space-5: 20px;
  --pe-space-6: 24px;
  --pe-space-8: 32px;
  --pe-space-12: 48px;
  --pe-radius: 8px;
  --pe-radius-large: 12px;
  --pe-width: 1040px;
  --pe-measure: 68ch;
}
@media (prefers-color-scheme: dark) {
  :root {
    --pe-bg: #121417;
    --pe-surface: #1b1e23;
    --pe-text: #e9eaec;
    --pe-muted: #a6abb3;
    --pe-border: #353a43;
    --pe-field-border: #767d89;
    --pe-accent: #82adff;
    --pe-on-accent: #0b1530;
    --pe-danger: #ff8a80;
    --pe-on-danger: #2b0805;
    --pe-success: #6fd39b;
    --pe-warning: #f0c060;
    --pe-tint: 14%;
    --pe-shadow: 0 1px 2px rgb(0 0 0 / 40%);
  }
}
`;
