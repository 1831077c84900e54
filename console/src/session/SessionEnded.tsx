import { Anchor, Modal, Text } from '@mantine/core'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { queryClient } from '../api/query-client.ts'
import { Loading } from '../components/Loading.tsx'
import { SESSION } from '../text/session.ts'
import { endedSession, signedInAgain } from './ended.ts'
import { rememberSession, type Session, sessionQuery } from './session.ts'

const SignInForm = lazy(() => import('./SignInForm.tsx').then((module) => ({ default: module.SignInForm })))

/** The sign-in form over the page, when the session has ended. The page below keeps its input. */
export function SessionEnded() {
  const isOpen = useSyncExternalStore(endedSession.subscribe, endedSession.isOpen)
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  return (
    <Modal
      opened={isOpen}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={SESSION.endedTitle}
    >
      <Suspense fallback={<Loading />}>
        <SignInForm
          explanation={SESSION.endedExplanation}
          {...(before === undefined ? {} : { email: before.user.email })}
          onSignedIn={resume}
        />
        {/* The link loads the whole page, so that no data of the ended session stays. */}
        <Text size="sm" ta="center" mt="md">
          <Anchor href="/console/sign-in">{SESSION.leave}</Anchor>
        </Text>
      </Suspense>
    </Modal>
  )
}

/** Waiting requests belong to the user who made them, so another user gets a new page instead. */
function resume(session: Session): void {
  if (rememberSession(session)) window.location.assign('/console/')
  else signedInAgain()
}
