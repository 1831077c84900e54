/**
 * Design tokens of the server's pages. The theme of the console uses the same values: a test compares them with
 * console/src/tokens.ts. Every text has a contrast of at least 4.5 to 1 with its background; outlines of fields have at
 * least 3 to 1.
 */

/** Colours by role, as six hexadecimal digits. */
export interface Colours {
  /** Backgrounds: `ground` of the page, `card` of cards, tables and fields, and `sunken` of code. */
  readonly ground: string
  readonly card: string
  readonly sunken: string
  readonly text: string
  /** Secondary text. */
  readonly quiet: string
  /** Lines between rows, and outlines of cards. */
  readonly line: string
  /** Outlines of fields and buttons. */
  readonly edge: string
  /**
   * `accent`: links, the main button and the focus. `onAccent`: text on that colour. `tint`: the background of selected
   * rows.
   */
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

/** Font stacks without quotation marks. No font is loaded. */
export const FONTS = {
  text: 'system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, DejaVu Sans, sans-serif',
  code: 'ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace',
} as const

/** Text sizes in rem: small text, body text, headings of sections, and headings of pages. */
export const SIZES = { small: 0.8125, body: 0.9375, section: 1, page: 1.375 } as const

/** Radius of corners in rem: of fields and buttons, and of cards. */
export const RADIUS = { field: 0.375, card: 0.5 } as const

/** Steps of spacing in rem. */
export const SPACE = { xs: 0.25, s: 0.5, m: 0.75, l: 1, xl: 1.5, xxl: 2.5 } as const
