import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { operatorRoute } from '../../routing/parents.ts'
import { readAuditSearch } from './audit/search.ts'
import { readReportSearch } from './reports/search.ts'
import { readTestSearch } from './test/search.ts'
import { readDeskWebhookSearch } from './webhooks/search.ts'

/** The query in the URL of a search page. The router parses digits as a number. */
function readQuery(search: Record<string, unknown>): { q?: string } {
  const { q } = search
  const text = typeof q === 'number' ? String(q) : q
  return typeof text === 'string' && text !== '' ? { q: text } : {}
}

export const operatorRoutes = [
  createRoute({
    getParentRoute: () => operatorRoute,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/operator/users', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'server',
    component: lazyRouteComponent(() => import('./server/ServerPage.tsx'), 'ServerPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'imports',
    component: lazyRouteComponent(() => import('./imports/ImportsPage.tsx'), 'ImportsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'exports',
    component: lazyRouteComponent(() => import('./exports/ExportsPage.tsx'), 'ExportsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'backups',
    component: lazyRouteComponent(() => import('./backups/BackupsPage.tsx'), 'BackupsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'versions',
    component: lazyRouteComponent(() => import('./versions/VersionsPage.tsx'), 'VersionsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'test',
    validateSearch: readTestSearch,
    component: lazyRouteComponent(() => import('./test/TestPage.tsx'), 'TestPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'audit',
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('./audit/AuditPage.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'users',
    validateSearch: (search: Record<string, unknown>): { q?: string; hidden?: true } => ({
      ...readQuery(search),
      ...(search['hidden'] === true ? { hidden: true } : {}),
    }),
    component: lazyRouteComponent(() => import('./users/DeskUsersPage.tsx'), 'DeskUsersPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'users/$userId',
    component: lazyRouteComponent(() => import('./users/DeskUserPage.tsx'), 'DeskUserPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'posts',
    validateSearch: readQuery,
    component: lazyRouteComponent(() => import('./posts/DeskPostsPage.tsx'), 'DeskPostsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'posts/$postId',
    component: lazyRouteComponent(() => import('./posts/DeskPostPage.tsx'), 'DeskPostPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'reports',
    validateSearch: readReportSearch,
    component: lazyRouteComponent(() => import('./reports/ReportsPage.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'reports/$reportId',
    component: lazyRouteComponent(() => import('./reports/ReportPage.tsx'), 'ReportPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'sign-ups',
    component: lazyRouteComponent(() => import('./sign-ups/SignUpsPage.tsx'), 'SignUpsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'apps',
    validateSearch: readQuery,
    component: lazyRouteComponent(() => import('./apps/DeskAppsPage.tsx'), 'DeskAppsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'apps/$appId',
    component: lazyRouteComponent(() => import('./apps/DeskAppPage.tsx'), 'DeskAppPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'webhooks/$webhookId',
    validateSearch: readDeskWebhookSearch,
    component: lazyRouteComponent(() => import('./webhooks/DeskWebhookPage.tsx'), 'DeskWebhookPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'projects',
    validateSearch: readQuery,
    component: lazyRouteComponent(() => import('./projects/DeskProjectsPage.tsx'), 'DeskProjectsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'failed-items',
    component: lazyRouteComponent(() => import('./failed-items/FailedItemsPage.tsx'), 'FailedItemsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'console-users',
    component: lazyRouteComponent(() => import('./console-users/ConsoleUsersPage.tsx'), 'ConsoleUsersPage'),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: 'streams',
    component: lazyRouteComponent(() => import('./streams/StreamsPage.tsx'), 'StreamsPage'),
  }),
]
