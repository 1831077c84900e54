import { Box, Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'

interface Props {
  /** Height of the content in pixels. A grey area has this height until the content is built. */
  readonly height: number
  readonly children: ReactNode
}

/** The content is built when this part of the area, from 0 to 1, is visible. */
const VISIBLE_PART = 0.5

/**
 * Content that is costly to build, such as a chart. It is built when the user has scrolled to it, and then
 * stays.
 */
export function WhenSeen({ height, children }: Props) {
  const { ref, entry } = useIntersection({ threshold: VISIBLE_PART })
  const [isBuilt, setBuilt] = useState(false)
  const isSeen = entry?.isIntersecting === true
  useEffect(() => {
    if (isSeen) setBuilt(true)
  }, [isSeen])
  return (
    <Box ref={ref} mih={height}>
      {isBuilt ? children : <Skeleton height={height} />}
    </Box>
  )
}
