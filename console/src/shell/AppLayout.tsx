import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { asProblem } from '../api/problem.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { appQuery } from '../pages/apps/queries.ts'
import { SHELL } from '../text/shell.ts'
import { AppHeading } from './AppHeading.tsx'
import classes from './AppLayout.module.css'

const TEXTS = SHELL.appTabs

/** The tabs of an app. A tab is also active on the page that `leadsTo` names. */
const TABS: readonly { readonly to: string; readonly label: string; readonly leadsTo?: string }[] = [
  { to: '/apps/$appId/settings', label: TEXTS.settings },
  { to: '/apps/$appId/keys', label: TEXTS.keys },
  { to: '/apps/$appId/oauth2', label: TEXTS.oauth2 },
  { to: '/apps/$appId/users', label: TEXTS.users },
  { to: '/apps/$appId/usage', label: TEXTS.usage },
  { to: '/apps/$appId/requests', label: TEXTS.requests, leadsTo: '/signature' },
  { to: '/apps/$appId/rules', label: TEXTS.rules },
  { to: '/apps/$appId/live', label: TEXTS.live },
  { to: '/apps/$appId/webhooks', label: TEXTS.webhooks },
]

/** The heading and tabs of an app. Each tab is a page with its own URL. */
export function AppLayout() {
  const { appId } = useParams({ from: '/shell/apps/$appId' })
  const { pathname } = useLocation()
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    // On small screens the tabs scroll sideways.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  const problem = useQuery(appQuery(appId)).error
  if (problem !== null && asProblem(problem).reason === 'app-not-found') return <NoApp />
  return (
    <>
      <AppHeading appId={appId} />
      <nav ref={list} aria-label={TEXTS.label} className={classes['tabs']}>
        {TABS.map(({ to, label, leadsTo }) => (
          <Link
            key={to}
            to={to}
            params={{ appId }}
            activeProps={{ 'aria-current': 'page' }}
            {...(leadsTo !== undefined && pathname.endsWith(leadsTo) ? { 'aria-current': 'true' } : {})}
            className={classes['tab']}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  )
}

/**
 * Shown for an app that does not exist or belongs to another developer. The server does not say which of the
 * two.
 */
function NoApp() {
  const toApps = (
    <Anchor component={Link} to="/apps">
      {TEXTS.toApps}
    </Anchor>
  )
  return (
    <>
      <PageHeader title={TEXTS.noApp} />
      <EmptyState title={TEXTS.noAppReason} action={toApps}>
        {TEXTS.noAppAdvice}
      </EmptyState>
    </>
  )
}
