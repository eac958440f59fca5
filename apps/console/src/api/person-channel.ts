const NAME = 'countersign.person';

/** Tells the other tabs of this browser whose page this is. */
export function broadcastPerson(id: string): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(id);
  channel.close();
}

/** Calls the listener with whose page another tab has become. @returns what ends it */
export function listenForPerson(listener: (id: string) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<string>) => listener(data);
  return () => channel.close();
}
