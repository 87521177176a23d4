/** Drawn while the app is built. */
export default function About() {
  return <h1>About us</h1>;
}
