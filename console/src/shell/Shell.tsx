import { AppShell, Burger, Group, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { SHELL } from '../text/shell.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { CertificateNotice } from './CertificateNotice.tsx'
import { Mark } from './Mark.tsx'
import { Navigation } from './Navigation.tsx'
import classes from './Shell.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** Width from which the navigation is always visible: the breakpoint `sm`. Below it, a button opens it. */
const WIDE = '(min-width: 48em)'

/** The layout of all pages for signed-in users. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const { pathname } = useLocation()
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  // A phone builds the links of the navigation when the user first opens it.
  const [hasNavigation, setHasNavigation] = useState(isWide)
  if (!hasNavigation && (isWide || isOpen)) setHasNavigation(true)
  const main = useFocusAfterNavigation(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on small screens, a new page closes the navigation drawer.
  useEffect(close, [pathname])
  return (
    <AppShell
      header={{ height: '3.25rem' }}
      navbar={{ width: '14.5rem', breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={0}
      layout="alt"
    >
      <a href="#content" className={classes['skip']}>
        {SHELL.skip}
      </a>
      <AppShell.Header className={classes['header'] ?? ''}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? SHELL.closeNavigation : SHELL.openNavigation}
            />
            <Text component={Link} to="/" hiddenFrom="sm" className={classes['brand'] ?? ''}>
              <Mark />
              {SHELL.product}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ThemeSwitch />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes['navbar'] ?? ''} aria-label={SHELL.navigation}>
        <Group h="3.25rem" px="md" justify="space-between" wrap="nowrap">
          <Text component={Link} to="/" className={classes['brand'] ?? ''}>
            <Mark />
            {SHELL.product}
          </Text>
          <Burger opened onClick={close} hiddenFrom="sm" size="sm" aria-label={SHELL.closeNavigation} />
        </Group>
        {hasNavigation && <Navigation />}
      </AppShell.Navbar>
      <AppShell.Main className={classes['main'] ?? ''}>
        <CertificateNotice />
        <div id="content" ref={main} tabIndex={-1} className={classes['content']}>
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  )
}

/**
 * After the user changes the page, the focus moves to the content, so that users of keyboards and screen
 * readers do not continue in the navigation.
 */
function useFocusAfterNavigation(pathname: string) {
  const main = useRef<HTMLDivElement>(null)
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
