import { useEffect, useState } from 'react'
import { idle } from '../idle.ts'
import { usePage } from '../page-state.tsx'
import { useNavigation } from '../router/navigation.ts'
import type { Tags } from './tags.ts'

/** After this long, the tags load even if the page is never idle. */
const longestWaitMs = 2_000

/** Reports each page shown (AN-1); the code that sends the tags loads when the page is idle. */
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
    // The page works without tags.
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
