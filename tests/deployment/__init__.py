"""What surrounds the application: slow and large requests, the proxy, the image, the units, start-up."""
