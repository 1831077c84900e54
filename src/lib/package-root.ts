/** The folder with package.json: of the checkout, or of the installed package. */
// The same depth below it in the sources and in the bundle.
export const PACKAGE_ROOT = new URL('../../', import.meta.url)
