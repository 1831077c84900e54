/** The folder that contains package.json, in a checkout or in an installed package. */
// This file has the same depth below that folder in the sources and in the built package.
export const PACKAGE_ROOT = new URL('../../', import.meta.url)
