import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../routing/parents.ts'

/** The search words are in the URL. */
function search(values: Record<string, unknown>): { q?: string } {
  const { q } = values
  // The router parses digits in the URL as a number.
  const text = typeof q === 'number' ? String(q) : q
  return typeof text === 'string' && text !== '' ? { q: text } : {}
}

const page = lazyRouteComponent(() => import('./ReferencePage.tsx'), 'ReferencePage')

export const referenceRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: 'reference',
    validateSearch: search,
    component: page,
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: 'reference/$operationId',
    validateSearch: search,
    component: page,
  }),
]
