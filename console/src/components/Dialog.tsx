import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect } from 'react'

/**
 * A dialog over the page. When the dialog closes or is removed, the focus returns to the element that had it
 * before.
 */
export function Dialog(props: ModalProps) {
  useFocusReturn(props.opened)
  return <Modal {...props} />
}

function useFocusReturn(isOpen: boolean): void {
  // Mantine moves the focus into the dialog after this effect.
  useLayoutEffect(() => {
    const { activeElement: before } = document
    if (!isOpen || !(before instanceof HTMLElement)) return
    return () => before.focus({ preventScroll: true })
  }, [isOpen])
}
