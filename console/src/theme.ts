/**
 * The theme of the console: small spacing, few colours, and a text contrast of at least 4.5:1 in light and
 * dark mode.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  DEFAULT_THEME,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'
import { COMPONENTS } from './text/components.ts'
import { type Colours, DARK, FONTS, LIGHT } from './tokens.ts'

/** The blue of the server-rendered pages (src/api/_pages/tokens.ts), in ten shades. */
const BLUE: MantineColorsTuple = [
  '#edf2fd',
  '#dbe5fb',
  '#b9cdf7',
  '#8fb2ff',
  '#6b95f2',
  '#4a79e2',
  '#2656c4',
  '#1f49a8',
  '#193b88',
  '#132c66',
]

const GRAY: MantineColorsTuple = [
  '#f6f7f9',
  '#f1f3f6',
  '#e8ebf0',
  '#dfe3e9',
  '#c7ced8',
  '#a4adbb',
  '#566072',
  '#454e5e',
  '#2d3542',
  '#1b2330',
]

const DARK_SHADES: MantineColorsTuple = [
  '#e6eaf0',
  '#c6cdd8',
  '#a5afbe',
  '#717d90',
  '#2e3744',
  '#252d38',
  '#1a2029',
  '#12161d',
  '#0e1217',
  '#0a0d11',
]

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'aviary-console-theme' })

/** Titles of dialogs look like headings of cards. */
const DIALOG_TITLE = { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600 }

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 6, dark: 7 },
  colors: { blue: BLUE, gray: GRAY, dark: DARK_SHADES },
  autoContrast: true,
  luminanceThreshold: 0.25,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'sm',
  fontFamily: FONTS.text,
  fontFamilyMonospace: FONTS.code,
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
    // By default, Mantine adds a placeholder element. The role `menu` does not allow it as a child.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': COMPONENTS.close },
      },
      styles: { title: DIALOG_TITLE },
    },
    Drawer: { styles: { title: DIALOG_TITLE } },
    // By default, the keyboard cannot reach the button that shows the password.
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': COMPONENTS.showPassword },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': COMPONENTS.close } } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 200, events: { hover: true, focus: true, touch: true } },
    },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none' } },
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'sm' } },
  },
})

/**
 * Corrects the light variants and dimmed texts of Mantine, because their contrast is too low for small text.
 */
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
      ...rolesOf(LIGHT),
      '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    },
    dark: {
      ...Object.fromEntries(dark),
      ...rolesOf(DARK),
      '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    },
  }
}

function rolesOf(colours: Colours): Record<`--${string}`, string> {
  return {
    '--mantine-color-text': colours.text,
    '--mantine-color-dimmed': colours.quiet,
    '--mantine-color-error': colours.danger,
    '--mantine-color-anchor': colours.accent,
    '--console-focus': colours.accent,
    '--console-ground': colours.ground,
    '--console-surface': colours.card,
    '--console-line': colours.line,
  }
}
