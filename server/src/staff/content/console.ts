import type { BodyOf, PayloadOf, QueryOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/content-console'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { ConsoleParts } from './desk.ts'
import { explainContent, listItems, listReleases, listVersions } from './read.ts'
import { releaseVersions, undoRelease } from './release.ts'
import { stepVersion, writeVersion } from './write.ts'

/** Content as authors write it, and others approve it, each for the brands they work for (CT-4 to CT-8). */
export interface ContentConsole {
  list(
    context: CallContext<Principal>,
    query: QueryOf<typeof calls.contentItems>,
  ): Promise<PayloadOf<typeof calls.contentItems>>
  versions(
    context: CallContext<Principal>,
    key: BodyOf<typeof calls.contentVersions>,
  ): Promise<PayloadOf<typeof calls.contentVersions>>
  write(
    context: CallContext<Principal>,
    body: BodyOf<typeof calls.writeContent>,
  ): Promise<PayloadOf<typeof calls.writeContent>>
  step(
    context: CallContext<Principal>,
    body: BodyOf<typeof calls.stepContent>,
  ): Promise<PayloadOf<typeof calls.stepContent>>
  release(
    context: CallContext<Principal>,
    body: BodyOf<typeof calls.releaseContent>,
  ): Promise<PayloadOf<typeof calls.releaseContent>>
  releases(context: CallContext<Principal>): Promise<PayloadOf<typeof calls.contentReleases>>
  undo(
    context: CallContext<Principal>,
    body: BodyOf<typeof calls.undoRelease>,
  ): Promise<PayloadOf<typeof calls.undoRelease>>
  explain(
    context: CallContext<Principal>,
    key: BodyOf<typeof calls.explainContentFor>,
  ): Promise<PayloadOf<typeof calls.explainContentFor>>
}

export function createContentConsole(parts: ConsoleParts): ContentConsole {
  return {
    list: (context, query) => listItems(parts, context, query),
    versions: (context, key) => listVersions(parts, context, key),
    write: (context, body) => writeVersion(parts, context, body),
    step: (context, body) => stepVersion(parts, context, body),
    release: (context, body) => releaseVersions(parts, context, body),
    releases: (context) => listReleases(parts, context),
    undo: (context, body) => undoRelease(parts, context, body),
    explain: (context, key) => explainContent(parts, context, key),
  }
}
