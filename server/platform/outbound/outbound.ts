import {
  type OutboundAnswer,
  type OutboundRequest,
  type RequestRules,
  readTarget,
  sendRequest,
} from './send-request.ts';
import { type SftpTarget, type UploadedFile, uploadOverSftp } from './upload-file.ts';
import { type VettedAddress, vetHost } from './vet-host.ts';

/** Reaches addresses that users and customers name, and public ones only. */
export interface Outbound {
  /**
   * Sends an http or https request within 15 seconds, without following redirects.
   * @throws OutboundError
   */
  send(url: string, request: OutboundRequest): Promise<OutboundAnswer>;
  /**
   * Checks an http or https address without a connection, such as before it is saved.
   * @throws OutboundError
   */
  check(url: string): Promise<void>;
  /**
   * Returns the addresses of a host that another protocol may connect to; it must not resolve the name itself.
   * @throws OutboundError
   */
  vet(host: string): Promise<VettedAddress[]>;
  /**
   * Puts a file on an SFTP server whose host key is known; it is there as a whole, or not.
   * @throws OutboundError
   */
  upload(target: SftpTarget, file: UploadedFile, signal?: AbortSignal): Promise<void>;
}

/** Creates the only way out to addresses that others name. */
export function createOutbound(rules: RequestRules): Outbound {
  return {
    send: (url, request) => sendRequest(url, request, rules),
    check: async (url) => {
      await vetHost(readTarget(url).hostname, rules);
    },
    vet: (host) => vetHost(host, rules),
    upload: (target, file, signal) => uploadOverSftp(target, file, rules, signal),
  };
}
