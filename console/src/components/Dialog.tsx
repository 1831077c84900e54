import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect } from 'react'

/** A dialog over the page. The focus returns to where it was, also when the dialog is removed from the page while it is open. */
export function Dialog(props: ModalProps) {
  useFocusReturn(props.opened)
  return <Modal {...props} />
}

function useFocusReturn(isOpen: boolean): void {
  // The focus moves into the dialog after this effect.
  useLayoutEffect(() => {
    const { activeElement: before } = document
    if (!isOpen || !(before instanceof HTMLElement)) return
    return () => before.focus({ preventScroll: true })
  }, [isOpen])
}
