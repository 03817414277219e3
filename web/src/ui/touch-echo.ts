import { CLICK_SUPPRESSION_MS } from '@portico/rules/timing'
import { isEchoOfTouch, type Press } from '@portico/rules/widgets/touch'

/**
 * Call it when a tap removes something that covered other things: a second tap in the same place within 1000 ms, meant for the removed
 * element, does not hit what was below it (MN-6). Mouse and keyboard are not affected.
 */
export function suppressEcho(press: Event) {
  if (!(press instanceof PointerEvent) || press.pointerType !== 'touch') return
  const touch = toPress(press)
  const swallow = (click: MouseEvent) => {
    if (!isEchoOfTouch(touch, toPress(click))) return
    click.preventDefault()
    click.stopPropagation()
  }
  document.addEventListener('click', swallow, true)
  window.setTimeout(() => document.removeEventListener('click', swallow, true), CLICK_SUPPRESSION_MS)
}

function toPress({ clientX, clientY }: MouseEvent): Press {
  return { x: clientX, y: clientY, at: performance.now() }
}
