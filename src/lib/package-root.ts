/** The folder that contains package.json, in a checkout or an installed package. */
// This file is at the same depth below that folder in the sources and in the built package.
export const PACKAGE_ROOT = new URL('../../', import.meta.url)
