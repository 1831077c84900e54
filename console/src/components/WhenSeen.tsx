import { Box, type StackProps } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'

interface Props {
  /** Height of the content, which is kept free until the content is built. */
  readonly room: StackProps['mih']
  readonly children: ReactNode
}

/** Distance from the visible part of the page at which the content is built. */
const MARGIN = '100px'

/** Content that is costly to build, such as a chart. It is built when the reader comes near it, and stays. */
export function WhenSeen({ room, children }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: MARGIN })
  const [isSeen, setSeen] = useState(false)
  const isNear = entry?.isIntersecting === true
  useEffect(() => {
    if (isNear) setSeen(true)
  }, [isNear])
  return (
    <Box ref={ref} mih={room}>
      {isSeen && children}
    </Box>
  )
}
