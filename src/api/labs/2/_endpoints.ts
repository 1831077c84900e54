/** The list of Labs v2 endpoints. */
import { labs2OpenApi } from './openapi.ts'

export const LABS_2_ENDPOINTS = [labs2OpenApi]
