/** Adds the routes of the admin listener for operators. */
import type { FastifyInstance } from 'fastify'
import type { Context } from '../domain/context.ts'
import type { IndexCoverage } from '../domain/search/index-coverage.ts'
import { addFailedItems } from './failed-items.ts'
import { addImpressions } from './impressions.ts'
import { addModeration } from './moderation.ts'
import { addNodes } from './nodes.ts'
import { addSearchIndex } from './search-index.ts'

export interface Operations {
  readonly context: Context
  readonly indexCoverage: Pick<IndexCoverage, 'reach'>
  /** Returns the body of the response to `/nodes`. */
  readonly nodes: () => Promise<object>
}

export function addOperations(app: FastifyInstance, { context, indexCoverage, nodes }: Operations): void {
  addFailedItems(app, context)
  addModeration(app, context)
  addImpressions(app, context)
  addSearchIndex(app, context, indexCoverage)
  addNodes(app, nodes)
}
