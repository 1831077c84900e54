import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../routing/parents.ts'

export const referenceRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: 'reference',
    component: lazyRouteComponent(() => import('./ReferencePage.tsx'), 'ReferencePage'),
  }),
]
