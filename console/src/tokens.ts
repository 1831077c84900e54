/** The design tokens of the server-rendered pages (src/api/_pages/tokens.ts). A test compares the two files. */

/** Colours by role, as six hexadecimal digits. */
export interface Colours {
  /** Backgrounds of the page, of cards, tables and fields, and of code. */
  readonly ground: string
  readonly card: string
  readonly sunken: string
  readonly text: string
  /** Secondary text. */
  readonly quiet: string
  /** Lines between rows, borders of cards. */
  readonly line: string
  /** Borders of fields and buttons. */
  readonly edge: string
  /** Links, the main button and the focus; text on the main button; background of selected rows. */
  readonly accent: string
  readonly onAccent: string
  readonly tint: string
  readonly danger: string
  readonly dangerTint: string
  readonly good: string
  readonly goodTint: string
  readonly warn: string
  readonly warnTint: string
}

export const LIGHT: Colours = {
  ground: '#f6f7f9',
  card: '#ffffff',
  sunken: '#f1f3f6',
  text: '#1b2330',
  quiet: '#566072',
  line: '#dfe3e9',
  edge: '#828d9f',
  accent: '#2656c4',
  onAccent: '#ffffff',
  tint: '#edf2fd',
  danger: '#b3261e',
  dangerTint: '#fdf0ef',
  good: '#16703f',
  goodTint: '#ebf7f0',
  warn: '#855300',
  warnTint: '#fff5de',
}

export const DARK: Colours = {
  ground: '#12161d',
  card: '#1a2029',
  sunken: '#141920',
  text: '#e6eaf0',
  quiet: '#a5afbe',
  line: '#2e3744',
  edge: '#717d90',
  accent: '#8fb2ff',
  onAccent: '#0d1a36',
  tint: '#1f2b44',
  danger: '#ffb0a8',
  dangerTint: '#3a2022',
  good: '#7fd3a2',
  goodTint: '#17301f',
  warn: '#efc36f',
  warnTint: '#33290f',
}

/** Font stacks with fonts of the system only, without quotation marks. */
export const FONTS = {
  text: 'system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, DejaVu Sans, sans-serif',
  code: 'ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace',
} as const
