import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { operatorRoute } from '../../routing/parents.ts'
import { readAuditSearch } from './audit/search.ts'

export const operatorRoutes = [
  createRoute({
    getParentRoute: () => operatorRoute,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/operator/audit', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'server',
    component: lazyRouteComponent(() => import('./server/ServerPage.tsx'), 'ServerPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'audit',
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('./audit/AuditPage.tsx'), 'AuditPage'),
  }),
]
