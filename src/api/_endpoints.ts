/** The list of pages about the surface as a whole. */
import { versioning } from './versioning.ts'

export const SURFACE_PAGES = [versioning]
