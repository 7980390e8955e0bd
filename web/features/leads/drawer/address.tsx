/** A web page as a link, anything else as text. */
export function Address({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return <span className="break-all">{address}</span>;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="break-all text-accent underline-offset-4 hover:underline"
    >
      {address}
    </a>
  );
}
