import { useEffect } from 'react'
import { OfflineNotice } from './offline-notice.tsx'
import { PrintHead } from './print-head.tsx'

/** A connection that has just come back may not carry a page yet. */
const settlingMs = 1_000

/** Notices above the header: without a connection, and on paper. */
export function Above() {
  // A view that could not be loaded without a connection (its alert is the page's heading) loads by itself once there is one.
  useEffect(() => {
    const reload = () => {
      if (navigator.onLine && document.querySelector('[role=alert] h1') !== null) location.reload()
    }
    const wait = () => setTimeout(reload, settlingMs)
    addEventListener('online', wait)
    return () => removeEventListener('online', wait)
  }, [])
  return (
    <>
      <OfflineNotice />
      <PrintHead />
    </>
  )
}
