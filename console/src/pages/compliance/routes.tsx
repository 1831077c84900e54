import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../routing/parents.ts'
import { readComplianceSearch } from './search.ts'

export const complianceRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: 'compliance',
    validateSearch: readComplianceSearch,
    component: lazyRouteComponent(() => import('./CompliancePage.tsx'), 'CompliancePage'),
  }),
]
