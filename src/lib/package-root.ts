/** The folder with package.json: of the checkout, or of the installed package. */
// This file has the same depth below the folder in the sources and in the bundle.
export const PACKAGE_ROOT = new URL('../../', import.meta.url)
