/** What endpoints may use. */
import type { Context } from '../domain/context.ts'

export type Services = Context
