import { Modal } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { SESSION } from '../text/session.ts'
import { endedSession, signedInAgain } from './ended.ts'
import { SignInForm } from './SignInForm.tsx'

/** The form to sign in over the page, when the session has ended: the page below keeps what was typed. */
export function SessionEnded() {
  const isOpen = useSyncExternalStore(endedSession.subscribe, endedSession.isOpen)
  return (
    <Modal
      opened={isOpen}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={SESSION.endedTitle}
    >
      <SignInForm explanation={SESSION.endedExplanation} onSignedIn={signedInAgain} />
    </Modal>
  )
}
