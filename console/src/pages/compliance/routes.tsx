import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../routing/parents.ts'

export const complianceRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: 'compliance',
    component: lazyRouteComponent(() => import('./CompliancePage.tsx'), 'CompliancePage'),
  }),
]
