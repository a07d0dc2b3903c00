/** A kubelet and what it needs of a cluster, small enough to read: it does to processes what manifests say. */
package com.example.cluster;
