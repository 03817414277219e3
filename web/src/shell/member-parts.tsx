/** Parts of the shell that only the signed-in see; a chunk of its own, loaded with the page when there is a session. */
export { AccountMenu } from './account-menu.tsx'
export { ChatClosing, ChatLink, FloatingChat } from './chat.tsx'
export { Envelope } from './envelope.tsx'
export { GroupMenu } from './groups.tsx'
export { SearchBox } from './search-box.tsx'
export { SessionCheck } from './session-check.tsx'
