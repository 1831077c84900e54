import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../routing/parents.ts'

/** Words of the search are in the URL. */
function search(values: Record<string, unknown>): { q?: string } {
  const { q } = values
  // A search for digits is a number in the address.
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
