import { repeatEarlyInput } from '@portico/contract/page'

/**
 * A script that keeps what people type and send before the page responds, which takes seconds on a slow phone. Once a view responds, it
 * calls the script's function, which repeats all of it: React overwrites what was typed before it knew of a field. A form with an address
 * of its own, such as the search, is sent at once.
 */
export const earlyInput = `
;(() => {
  const typed = new Map()
  let sent = null
  const type = ({ target }) => typed.set(target, target.value)
  const send = (event) => {
    if (event.target.hasAttribute('action')) return
    event.preventDefault()
    sent = event.target
  }
  const repeat = (field, value) => {
    if (field.type === 'checkbox' || field.type === 'radio') {
      field.checked = !field.checked
      field.click()
      return
    }
    // React hears of a change only if the value differs from the last one that it has seen set.
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
    field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }))
  }
  addEventListener('input', type, true)
  addEventListener('submit', send, true)
  window.${repeatEarlyInput} = () => {
    delete window.${repeatEarlyInput}
    removeEventListener('input', type, true)
    removeEventListener('submit', send, true)
    for (const [field, value] of typed) if (field.isConnected) repeat(field, value)
    if (sent?.isConnected) sent.requestSubmit()
  }
})()
`
