import { useEffect, useState } from 'react'
import { usePage } from '../page-state.tsx'
import { useNavigation } from '../router/navigation.ts'
import { idle } from '../ui/idle.ts'
import type { Tags } from './tags.ts'

/** A page that never comes to rest is told of all the same. */
const longestWaitMs = 2_000

/** Tells of each page that is shown (AN-1); what sends the tags is loaded when the page has nothing else to do. */
export function useTags() {
  const page = usePage()
  const shown = useNavigation().match.views.at(-1)
  const [tags, setTags] = useState<Tags | null>(null)

  useEffect(() => {
    const { analytics, brand, language } = page
    if (!analytics) return
    let started: Tags | null = null
    let left = false
    const start = async () => {
      const { startTags } = await import('./tags.ts')
      if (left) return
      started = startTags({ ...analytics, brand: brand.code, language })
      setTags(started)
    }
    // Without tags the page does as well.
    idle(longestWaitMs)
      .then(start)
      .catch(() => {})
    return () => {
      left = true
      started?.stop()
    }
  }, [page])

  useEffect(() => {
    if (shown) tags?.show({ ...shown, role: page.session?.role ?? null })
  }, [tags, shown, page])
}
