/** The look of the console: dense, calm, and with text of at least 4.5:1 contrast in both themes. */
import {
  type CSSVariablesResolver,
  createTheme,
  DEFAULT_THEME,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'
import { COMPONENTS } from './text/components.ts'

/** The blue of the pages that the server renders (src/api/_pages/style.ts). */
const BLUE: MantineColorsTuple = [
  '#eaf3fc',
  '#d3e4f6',
  '#a4c8ee',
  '#72aae6',
  '#4a90df',
  '#3180db',
  '#1f72cf',
  '#0f62b8',
  '#0b5cad',
  '#084888',
]

const GRAY: MantineColorsTuple = [
  '#f7f9fb',
  '#eff2f5',
  '#e3e8ed',
  '#d3dae1',
  '#bcc6cf',
  '#8d9aa6',
  '#667480',
  '#4c5a67',
  '#33404c',
  '#16202a',
]

const DARK: MantineColorsTuple = [
  '#d9e0e6',
  '#b3bfca',
  '#95a3b0',
  '#6b7a87',
  '#46535f',
  '#323e49',
  '#26313b',
  '#151c23',
  '#10161c',
  '#0b1015',
]

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'aviary-console-theme' })

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 7 },
  colors: { blue: BLUE, gray: GRAY, dark: DARK },
  autoContrast: true,
  luminanceThreshold: 0.25,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'sm',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Button: { defaultProps: { size: 'sm' } },
    // The placeholder is an element that menus must not have.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': COMPONENTS.close },
      },
    },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 200, events: { hover: true, focus: true, touch: true } },
    },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none' } },
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'sm' } },
  },
})

/** Mantine's light variants and dimmed texts have too little contrast for small text. */
export const cssVariables: CSSVariablesResolver = () => {
  const names = Object.keys(DEFAULT_THEME.colors).filter((name) => name !== 'dark')
  const light = names.flatMap((name) => [
    [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-9)`],
    [`--mantine-color-${name}-text`, `var(--mantine-color-${name}-9)`],
    [`--mantine-color-${name}-outline`, `var(--mantine-color-${name}-9)`],
  ])
  const dark = names.map((name) => [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-2)`])
  return {
    variables: {
      '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
      '--mantine-color-red-filled-hover': '#b02525',
      '--mantine-color-green-filled': '#237032',
      '--mantine-color-green-filled-hover': '#1c5a28',
    },
    light: {
      ...Object.fromEntries(light),
      '--mantine-color-green-light-color': '#1c5a28',
      '--mantine-color-yellow-light-color': '#6b4200',
      '--mantine-color-text': 'var(--mantine-color-gray-9)',
      '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
      '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
      '--mantine-color-error': '#b3261e',
      '--mantine-color-anchor': 'var(--mantine-color-blue-8)',
      '--console-focus': 'var(--mantine-color-blue-8)',
      '--console-ground': 'var(--mantine-color-gray-0)',
      '--console-surface': 'var(--mantine-color-white)',
      '--console-line': 'var(--mantine-color-gray-2)',
    },
    dark: {
      ...Object.fromEntries(dark),
      '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
      '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
      '--mantine-color-error': '#ffb1ab',
      '--mantine-color-anchor': 'var(--mantine-color-blue-3)',
      '--console-focus': 'var(--mantine-color-blue-3)',
      '--console-ground': 'var(--mantine-color-dark-8)',
      '--console-surface': 'var(--mantine-color-dark-7)',
      '--console-line': 'var(--mantine-color-dark-6)',
    },
  }
}
